package com.acme;

import java.util.List;
import java.util.Map;

/** Encodes packets for the radio. */
public final class Codec {
	private final Map<String, byte[]> dictionary;

	Codec(Map<String, byte[]> dictionary) {
		this.dictionary = dictionary;
	}

	//+ENERGY@ energy 5 mJ \confidence 0.99;
	int encode(byte[] data, int n) {
		int sum = 0;
		for (int i = 0; i < n; i++) {
			sum += data[i] * 31 + checksum(data, i);
		}
		return sum;
	}

	private int checksum(byte[] data, int from) {
		int c = 0;
		for (int i = from; i < data.length; i++) {
			c ^= data[i];
		}
		return c;
	}

	int total() {
		int total = 0;
		for (String key : dictionary.keySet()) {
			total += dictionary.get(key).length;
		}
		return total;
	}

	static String join(List<String> names) {
		String joined = "";
		for (String name : names) { joined += name + ", "; }
		return joined;
	}
}
