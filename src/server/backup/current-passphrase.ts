import type { CurrentVendorSettings } from '#server/vendor-settings/current-vendor-settings.ts'

/** Where the owner's passphrase is kept among the sealed secrets. */
export const BACKUP = 'backup'

/** The passphrase that backups are made with, and where it comes from. */
export type CurrentPassphrase = {
  from: 'missing' | 'dashboard' | 'environment' | 'unreadable'
  passphrase: string | undefined
}

/** The passphrase of the environment, else the one that the owner entered. */
export function currentPassphrase(
  configured: string | undefined,
  vendorSettings: Pick<CurrentVendorSettings, 'of'>,
): CurrentPassphrase {
  if (configured !== undefined) return { from: 'environment', passphrase: configured }
  const entered = vendorSettings.of(BACKUP)
  const passphrase = entered?.secrets.passphrase
  if (passphrase !== undefined) return { from: 'dashboard', passphrase }
  return { from: entered ? 'unreadable' : 'missing', passphrase: undefined }
}
