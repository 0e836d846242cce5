import { EventEmitter } from 'node:events'
import { Client } from 'pg'

/**
 * Lets a connection that is being ended still say that it was lost. The queue's library takes every listener off one that
 * it ends, and an error that nobody listens to ends the process: as where the database is stopped in that moment.
 */
export function allowLateErrors(): void {
  Client.prototype.removeAllListeners = function removeAllListeners(this: Client, ...events) {
    EventEmitter.prototype.removeAllListeners.apply(this, events)
    if (events.length === 0) this.on('error', () => {})
    return this
  }
}
