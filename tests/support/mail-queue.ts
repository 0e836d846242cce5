import { queueMail, withdrawMail } from '#server/mail/queue-mail.ts'
import type { QueuedMail } from '#server/mail/queued-mail.ts'
import { openDatabase } from '#server/platform/database.ts'
import type { RunningProduct } from './running-product.ts'

/** Queues mails in a product's database as its features do. */
export function mailQueueOf(product: Pick<RunningProduct, 'databaseUrl'>) {
  const { database, close } = openDatabase({
    connection: { connectionString: product.databaseUrl },
    maxConnections: 2,
    statementTimeoutMs: 10_000,
    onLostConnection: () => {},
  })
  return {
    database,
    close,
    queue: (mail: Partial<QueuedMail> & { key: string }) =>
      database.transaction().execute((transaction) =>
        queueMail(transaction, {
          purpose: 'booking-confirmed',
          to: { email: 'ada@example.com', name: 'Ada Kern' },
          subject: `About ${mail.key}`,
          text: 'It is booked.',
          html: '<p>It is booked.</p>',
          marketing: false,
          ...mail,
        }),
      ),
    withdraw: (keyPrefix: string) => withdrawMail(database, keyPrefix),
  }
}

/** What is entered in the dashboard to use a mail server of the tests. */
export const enteredServer = (port: number) => ({
  provider: 'other' as const,
  host: '127.0.0.1',
  port,
  security: 'none' as const,
  user: 'coach@example.com',
  password: 'a mail password a1f3',
  fromName: 'Ana’s Team',
  fromEmail: 'coach@example.com',
})
