/** A reason why a backup cannot be made, read or restored, as one sentence for the person who asked for it. */
export class BackupProblem extends Error {
  override name = 'BackupProblem'
}

/** The file is encrypted with another passphrase. */
export class WrongPassphrase extends BackupProblem {}
