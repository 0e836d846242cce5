/**
 * Ends the process in order on SIGTERM and SIGINT, and when the command that started it is gone, or its terminal: `stopAll`
 * is called once, then the process exits with 0; with 1 when stopping takes longer than a supervisor waits.
 */
export function stopOnSignals(stopAll: () => Promise<void>, say: (line: string) => void): void {
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    say('Stopping: finishing what is in flight.')
    // A stop that hangs must still end within the ten seconds that a supervisor waits.
    setTimeout(() => process.exit(1), 9500).unref()
    try {
      await stopAll()
      process.exit(0)
    } catch {
      // The start that was to be stopped failed by itself, and says so where it was started.
      process.exit(1)
    }
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  // The command that started this process is gone, even if it was killed.
  process.on('disconnect', () => void stop())
  // A terminal that is closed hangs up on that command and on this process alike. Where there is no such command, whoever
  // started this by nohup wants it to go on.
  if (process.channel) process.on('SIGHUP', () => void stop())
  if (process.channel === null) void stop()
}
