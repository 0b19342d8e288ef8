extension [Int] {
    /// How many of the ascending numbers are below another.
    package func prefix(below number: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The position of what has a rank among all that are not at one of the ascending positions.
    package func position(ofRank rank: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] - middle <= rank { low = middle + 1 } else { high = middle }
        }
        return rank + low
    }
}
