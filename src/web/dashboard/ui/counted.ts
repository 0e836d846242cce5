const number = new Intl.NumberFormat('en-US')

/** How many of a thing there are, in words: '1 view', '1,200 views'. */
export const counted = (count: number, noun: string): string =>
  `${number.format(count)} ${count === 1 ? noun : `${noun}s`}`
