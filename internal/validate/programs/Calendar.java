/** Dates from numbers of days and back: divisions by constants, a lookup switch. */
final class Calendar extends Program {
    @Override
    int run(int n) {
        int hash = 0;
        for (int i = 0; i < n; i++) {
            int day = i * 137;
            int year = 1600;
            int left = day % 146097;
            year += day / 146097 * 400;
            int length = length(year);
            while (left >= length && year < 2100) {
                left -= length;
                year++;
                length = length(year);
            }
            int month = 1;
            while (month < 12 && left >= days(month, year)) {
                left -= days(month, year);
                month++;
            }
            hash = 31 * hash + year * 10000 + month * 100 + left + 1;
        }
        return hash;
    }

    private static boolean leap(int year) {
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    }

    private static int length(int year) {
        return leap(year) ? 366 : 365;
    }

    private static int days(int month, int year) {
        switch (month) {
            case 2:
                return leap(year) ? 29 : 28;
            case 4:
            case 6:
            case 9:
            case 11:
                return 30;
            default:
                return 31;
        }
    }
}
