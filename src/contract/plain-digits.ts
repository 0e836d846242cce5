// Each has the digit in its last four bits.
const OTHER_DIGITS = /[\u0660-\u0669\u06F0-\u06F9\uFF10-\uFF19]/g

/** Text with the digits that keyboards of Arabic, Persian and Japanese write as those everybody's numbers are read by. */
export const plainDigits = (text: string): string =>
  text.replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf))
