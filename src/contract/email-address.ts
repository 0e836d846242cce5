// Something, an at sign, a domain with a dot.
const EMAIL = /^[^\s@"(),:;<>[\\\]]+@[^\s@.,:;<>()[\]"\\]+(\.[^\s@.,:;<>()[\]"\\]+)+$/

/** Whether a trimmed text looks like an email address. Whether the address exists only a letter can tell. */
export const looksLikeEmail = (text: string): boolean => EMAIL.test(text)
