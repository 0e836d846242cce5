/** The path that somebody means by what they typed or pasted: 'meme', '/meme' or a whole address of the page. */
export function typedPath(text: string): string {
  const address = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  const path = (address?.pathname ?? text).replace(/[?#].*$/, '')
  return path.startsWith('/') ? path : `/${path}`
}
