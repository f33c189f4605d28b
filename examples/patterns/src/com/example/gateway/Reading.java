package com.example.gateway;

/** One measurement of one node. */
record Reading(String node, int moisture, long millis) {
}
