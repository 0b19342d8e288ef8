#ifdef CHRONICLE_LMDB
#include "lmdb_store.h"

#include <string.h>

size_t cb_packed_size(const cb_flight *flight) {
    return sizeof(cb_packed) + flight->remote_id.length + flight->carrier.length + flight->tail_number.length
        + flight->origin.length + flight->destination.length + flight->note.length;
}

static char *append(char *to, cb_text text) {
    if (text.length) memcpy(to, text.bytes, text.length);
    return to + text.length;
}

void cb_pack(const cb_flight *flight, void *to) {
    cb_packed head = {
        .number = flight->number,
        .distance = flight->distance,
        .delay_minutes = flight->delay_minutes,
        .departure = flight->departure,
        .lengths = {(uint32_t)flight->remote_id.length, (uint32_t)flight->carrier.length,
                    (uint32_t)flight->tail_number.length, (uint32_t)flight->origin.length,
                    (uint32_t)flight->destination.length, (uint32_t)flight->note.length},
        .present = (flight->has_delay ? CB_HAS_DELAY : 0u) | (flight->tail_number.bytes ? CB_HAS_TAIL : 0u)
            | (flight->note.bytes ? CB_HAS_NOTE : 0u),
    };
    memcpy(to, &head, sizeof head);
    char *text = append((char *)to + sizeof head, flight->remote_id);
    text = append(text, flight->carrier);
    text = append(text, flight->tail_number);
    text = append(text, flight->origin);
    text = append(text, flight->destination);
    append(text, flight->note);
}

static cb_text take(const char **from, uint32_t length, bool present) {
    cb_text text = {present ? *from : NULL, length};
    *from += length;
    return text;
}

void cb_unpack(const void *bytes, int64_t id, cb_flight *out) {
    // LMDB aligns values to two bytes only, so the head is copied out.
    cb_packed head;
    memcpy(&head, bytes, sizeof head);
    out->id = id;
    out->number = head.number;
    out->distance = head.distance;
    out->delay_minutes = head.delay_minutes;
    out->departure = head.departure;
    out->has_delay = (head.present & CB_HAS_DELAY) != 0;
    const char *text = (const char *)bytes + sizeof head;
    out->remote_id = take(&text, head.lengths[0], true);
    out->carrier = take(&text, head.lengths[1], true);
    out->tail_number = take(&text, head.lengths[2], (head.present & CB_HAS_TAIL) != 0);
    out->origin = take(&text, head.lengths[3], true);
    out->destination = take(&text, head.lengths[4], true);
    out->note = take(&text, head.lengths[5], (head.present & CB_HAS_NOTE) != 0);
}
#endif
