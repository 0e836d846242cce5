const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Tells whether a counted referrer is the site itself: the host of its public address, the one it is being asked at, each
 * with and without www; on a loopback address any other name of this machine, too.
 */
export function ownHosts(publicUrl: string | undefined, askedAt: string): (referrer: string) => boolean {
  const named = [publicUrl === undefined ? '' : new URL(publicUrl).hostname, askedAt]
    .map((host) => host.toLowerCase().replace(/^www\./, ''))
    .filter((host) => host !== '')
  const isLocal = named.some((host) => LOOPBACK.includes(host))
  const own = new Set([...named, ...(isLocal ? LOOPBACK : [])])
  return (referrer) => own.has(referrer.toLowerCase().replace(/^www\./, ''))
}
