/** A table-driven CRC-32 over bytes. */
final class Checksum extends Program {
    @Override
    int run(int n) {
        int[] table = new int[256];
        for (int i = 0; i < 256; i++) {
            int c = i;
            for (int k = 0; k < 8; k++) {
                c = (c & 1) != 0 ? (c >>> 1) ^ 0xEDB88320 : c >>> 1;
            }
            table[i] = c;
        }
        byte[] data = new byte[n];
        for (int i = 0; i < n; i++) {
            data[i] = (byte) (i * 7);
        }
        int crc = -1;
        for (int i = 0; i < n; i++) {
            crc = (crc >>> 8) ^ table[(crc ^ data[i]) & 0xFF];
        }
        return ~crc;
    }
}
