import { BackupProblem } from './backup/backup-problem.ts'

const SHORTEST = 12

/**
 * The passphrase of backups: from BACKUP_PASSPHRASE, else asked for at the terminal, where nothing of it is shown. A new
 * one is asked for twice.
 */
export async function readPassphrase(given: string | undefined, isNew: boolean): Promise<string> {
  if (given) return given
  if (!process.stdin.isTTY)
    throw new BackupProblem(
      'There is no passphrase: set BACKUP_PASSPHRASE, or run this at a terminal and type it.',
    )
  const passphrase = await ask('Passphrase of the backup: ')
  if (!isNew) return passphrase
  if (passphrase.length < SHORTEST)
    throw new BackupProblem(`The passphrase needs at least ${SHORTEST} characters.`)
  if ((await ask('The same once more: ')) !== passphrase)
    throw new BackupProblem('The two passphrases differ. Nothing was written.')
  return passphrase
}

/** One line from the terminal, unseen. */
function ask(question: string): Promise<string> {
  const { stdin, stdout } = process
  stdout.write(question)
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  stdin.resume()
  return new Promise((resolve, reject) => {
    let typed = ''
    const done = (settle: () => void) => {
      stdin.setRawMode(false)
      stdin.pause()
      stdin.off('data', take)
      stdout.write('\n')
      settle()
    }
    const take = (text: string) => {
      for (const letter of text) {
        if (letter === '\r' || letter === '\n') return done(() => resolve(typed))
        if (letter === '\u0003' || letter === '\u0004')
          return done(() => reject(new BackupProblem('Nothing was done.')))
        typed = letter === '\u007f' || letter === '\b' ? typed.slice(0, -1) : typed + letter
      }
    }
    stdin.on('data', take)
  })
}
