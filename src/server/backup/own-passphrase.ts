import { createHmac } from 'node:crypto'
import { readSealedFile } from './backup-file.ts'
import { BackupProblem, WrongPassphrase } from './backup-problem.ts'

/**
 * What an installation encrypts copies with that it makes for itself, before it changes itself: nobody has to be asked
 * for it, and whoever has the SECRET has it.
 */
export const ownPassphrase = (secret: string): string =>
  createHmac('sha256', secret).update('passphrase of copies made for the way back').digest('base64url')

/**
 * The first of some passphrases that a backup is encrypted with; undefined where none is. What else is wrong with the file
 * is said by whoever reads it.
 */
export async function openingPassphrase(
  path: string,
  passphrases: (string | undefined)[],
): Promise<string | undefined> {
  for (const passphrase of passphrases)
    if (passphrase !== undefined && (await isEncryptedWith(path, passphrase))) return passphrase
  return undefined
}

async function isEncryptedWith(path: string, passphrase: string): Promise<boolean> {
  const bytes = readSealedFile(path, passphrase)
  try {
    await bytes.next()
    return true
  } catch (error) {
    if (error instanceof WrongPassphrase) return false
    if (error instanceof BackupProblem) return true
    throw error
  } finally {
    await bytes.return(undefined)
  }
}
