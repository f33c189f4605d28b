package heldout;

/**
 * Double.valueOf of prices that are summed, against Double.parseDouble.
 *
 * @case EL3001/ParsedDouble
 * @unit iteration
 * @sizes 10 50 500
 */
public final class ParsedPrices {
    private static String[] prices;

    static void prepare(int n) {
        prices = new String[n];
        for (int i = 0; i < n; i++) {
            prices[i] = i + ".95";
        }
    }

    static double asWritten(int n) {
        double total = 0;
        for (String price : prices) {
            total += Double.valueOf(price);
        }
        return total;
    }

    static double repaired(int n) {
        double total = 0;
        for (String price : prices) {
            total += Double.parseDouble(price);
        }
        return total;
    }
}
