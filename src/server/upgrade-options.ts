import type { Config } from './config.ts'
import { productVersion } from './product-version.ts'
import { readSecret } from './read-secret.ts'
import type { UpgradeOptions } from './upgrade/upgrade-database.ts'

/** How an installation is upgraded, by its configuration. */
export const upgradeOptionsOf = (config: Config): UpgradeOptions => ({
  product: productVersion,
  backupDir: config.backupDir,
  secret: () => readSecret(config),
  withoutBackupTo: config.upgradeWithoutBackup,
})
