// A page for whoever has its link: what stands behind the name is one word, and its capitals count.
const BY_LINK = /^(\/booking|\/unsubscribe)(\/[^/]+)$/i

/**
 * The address of a known page that was meant by one with slashes at its end or with capitals, query as it came;
 * undefined where there is none, and where the address is the known one already.
 */
export function knownAddress(url: string, known: ReadonlySet<string>): string | undefined {
  const end = url.search(/[?#]/)
  const path = end < 0 ? url : url.slice(0, end)
  let length = path.length
  while (length > 1 && path[length - 1] === '/') length -= 1
  const bare = path.slice(0, length)
  const [, page = bare, token = ''] = BY_LINK.exec(bare) ?? []
  const meant = page.toLowerCase() + token
  // Only ever a path of our own, so that no address can lead off the site.
  return meant !== path && (token !== '' || known.has(meant)) ? meant + url.slice(path.length) : undefined
}
