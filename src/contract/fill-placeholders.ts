/** A text with `{name}` replaced by the value of that name; names without a value stay as they are. */
export const fillPlaceholders = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

/** A number with its word: the one for 1 or the one for every other number. */
export const counted = (count: number, words: { one: string; many: string }): string =>
  fillPlaceholders(count === 1 ? words.one : words.many, { count })
