import type { Config } from './config.ts'
import { productVersion } from './product-version.ts'
import { readSecret } from './read-secret.ts'
import type { Upgrading } from './upgrade/upgrade-database.ts'

/** How an installation is upgraded, by its configuration. */
export const upgradingOf = (config: Config): Upgrading => ({
  product: productVersion,
  backupDir: config.backupDir,
  secret: () => readSecret(config),
  withoutBackupTo: config.upgradeWithoutBackup,
})
