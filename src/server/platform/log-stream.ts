import { write, writeSync } from 'node:fs'

// What a reader that stands still, such as a container's log, may leave waiting.
const LONGEST_WAIT = 4 * 1024 * 1024
const AGAIN_MS = 100

/** Where lines of the log go. */
export type LogStream = {
  write(line: string): void
  /** Writes what still waits, as far as that can be done at once. */
  end(): void
}

/**
 * Writes lines to a file descriptor, in turn, without keeping anybody waiting. Lines that cannot be written, as on a full
 * disk, are lost and nothing else is: the next ones are tried again.
 */
export function openLogStream(descriptor: number): LogStream {
  let waiting: Buffer = Buffer.alloc(0)
  let next: string[] = []
  let nextLength = 0
  let isWriting = false
  let isMidLine = false

  const taken = (): Buffer => {
    // A line that broke off in the middle must not take the next one with it.
    const lines = Buffer.from(`${isMidLine ? '\n' : ''}${next.join('')}`)
    next = []
    nextLength = 0
    return lines
  }

  function pump(): void {
    if (isWriting || (waiting.length === 0 && next.length === 0)) return
    if (waiting.length === 0) waiting = taken()
    isWriting = true
    write(descriptor, waiting, (error, written) => {
      isWriting = false
      if (!error) took(written)
      else if (error.code === 'EAGAIN') return void setTimeout(pump, AGAIN_MS).unref()
      else waiting = Buffer.alloc(0)
      // What could not be written is no reason to try the rest at once.
      if (!error) pump()
    })
  }

  function took(written: number): void {
    isMidLine = waiting[written - 1] !== 0x0a
    waiting = waiting.subarray(written)
  }

  return {
    write(line) {
      if (nextLength + line.length > LONGEST_WAIT) return
      next.push(line)
      nextLength += line.length
      pump()
    },
    end() {
      try {
        if (!isWriting) writeSync(descriptor, waiting)
        writeSync(descriptor, taken())
      } catch {
        // It ends all the same.
      }
    },
  }
}
