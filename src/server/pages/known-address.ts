/**
 * The address of a known page that was meant by one with slashes at its end or with capitals, query as it came;
 * undefined where there is none, and where the address is the known one already.
 */
export function knownAddress(url: string, known: ReadonlySet<string>): string | undefined {
  const end = url.search(/[?#]/)
  const path = end < 0 ? url : url.slice(0, end)
  let length = path.length
  while (length > 1 && path[length - 1] === '/') length -= 1
  const meant = path.slice(0, length).toLowerCase()
  // Only ever a path of our own list, so that no address can lead off the site.
  return meant !== path && known.has(meant) ? meant + url.slice(path.length) : undefined
}
