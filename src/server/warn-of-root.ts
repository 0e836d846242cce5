/** Says in one line that the server has the rights of root, which nothing it does needs; silent for everybody else. */
export function warnOfRoot(say: (line: string) => void, userId = process.getuid?.()): void {
  if (userId !== 0) return
  say(
    'Warning: this server runs as root, and so would whoever broke into it. Start it from an ordinary account that owns the project and the data folder (docs/install.md, Put it on the internet).',
  )
}
