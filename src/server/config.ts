import { join, normalize } from 'node:path'
import { z } from 'zod'
import { issueMessage } from '#contract/issue-message.ts'
import { BUCKET, FOLDER, regionOf, type StoragePlace } from '#contract/storage-place.ts'
import { type EnteredVendor, type VendorValues, vendorFields } from '#contract/vendor-settings.ts'
import {
  adAccountId,
  apiBase,
  ConfigProblem,
  country,
  databaseUrl,
  listenHost,
  locationId,
  metricsToken,
  optional,
  passphrase,
  privateUrl,
  privateUrlWithoutLogin,
  refuseQuotes,
  sender,
  signingSecret,
  site,
  smtpUrl,
  testEventCode,
  vendorKey,
  webhookSecret,
  whole,
} from './config-values.ts'
import { readTrustProxy } from './trust-proxy.ts'

const Environment = z.object({
  PORT: whole('PORT', 3000, 0, 65_535),
  HOST: listenHost,
  DATA_DIR: z.string().trim().min(1).default('./data'),
  MEDIA_DIR: optional,
  BACKUP_DIR: optional,
  BACKUP_COPY_DIR: optional,
  BACKUP_PASSPHRASE: passphrase,
  BACKUP_S3_ENDPOINT: privateUrl,
  BACKUP_S3_REGION: vendorKey,
  BACKUP_S3_BUCKET: optional.refine(
    (value) => value === undefined || BUCKET.test(value),
    'must be the bucket’s name alone',
  ),
  BACKUP_S3_PREFIX: optional.refine(
    (value) => value === undefined || FOLDER.test(value),
    'must be a folder’s name of letters, digits, dots, dashes and slashes inside',
  ),
  BACKUP_S3_ACCESS_KEY_ID: vendorKey,
  BACKUP_S3_SECRET_ACCESS_KEY: optional,
  UPGRADE_WITHOUT_BACKUP: optional.refine(
    (value) => value === undefined || /^\d{4}$/.test(value),
    'must be the four digits of the schema to upgrade to, as the start that was refused names them',
  ),
  DATABASE_URL: databaseUrl,
  DATABASE_DIRECT_URL: databaseUrl,
  DATABASE_READ_URL: databaseUrl,
  DATABASE_CONNECTIONS: whole('DATABASE_CONNECTIONS', 16, 4, 40),
  DATABASE_READ_MAX_LAG_SECONDS: whole('DATABASE_READ_MAX_LAG_SECONDS', 60, 1, 3600),
  PUBLIC_URL: site,
  TRUST_PROXY: optional,
  SECRET: optional.refine(
    (value) => value === undefined || value.length >= 32,
    'must have at least 32 characters',
  ),
  OWNER_PASSWORD: optional
    .refine((value) => value === undefined || value.length >= 8, 'must have at least 8 characters')
    // The form of the sign-in takes no more.
    .refine((value) => value === undefined || value.length <= 200, 'must have at most 200 characters'),
  LOG_LEVEL: optional.pipe(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
  ),
  GHL_TOKEN: vendorKey,
  GHL_LOCATION_ID: locationId,
  GHL_BASE_URL: apiBase(privateUrl),
  META_PIXEL_ID: optional.refine(
    (value) => value === undefined || /^\d{1,20}$/.test(value),
    'must be the digits of the pixel’s id',
  ),
  META_ACCESS_TOKEN: vendorKey,
  META_BASE_URL: apiBase(privateUrl),
  META_TEST_EVENT_CODE: testEventCode,
  META_ADS_TOKEN: vendorKey,
  META_AD_ACCOUNT_ID: adAccountId,
  VOICE_WEBHOOK_URL: privateUrlWithoutLogin,
  CAL_WEBHOOK_SECRET: webhookSecret,
  TYPEFORM_WEBHOOK_SECRET: webhookSecret,
  STRIPE_WEBHOOK_SECRET: signingSecret,
  VOICE_WEBHOOK_SECRET: webhookSecret,
  SMTP_URL: smtpUrl,
  ALERT_FROM: sender,
  METRICS_TOKEN: metricsToken,
  DEFAULT_COUNTRY: country,
})

/** The names of all variables that are read. */
export const variableNames = Object.keys(Environment.shape)

/** Everything the product can be told from outside, checked once at start (docs/spec.md, 'Running it'). */
export type Config = {
  port: number
  host: string
  dataDir: string
  /** Where films are kept. */
  mediaDir: string
  /** Where backups are kept. */
  backupDir: string
  /** A second folder that every proved backup is copied to. */
  backupCopyDir: string | undefined
  /** What backups that commands make and read are encrypted with. */
  backupPassphrase: string | undefined
  /** The object storage that every proved backup is copied to. */
  backupStorage: StoragePlace | undefined
  /** The number of the schema that may be upgraded to without a backup. */
  upgradeWithoutBackup: string | undefined
  /** The PostgreSQL server in place of the embedded engine; it may be a pooler's address (PgBouncer, transaction mode). */
  databaseUrl: string | undefined
  /** The same database without a pooler in between, for what needs a session of its own. */
  databaseDirectUrl: string | undefined
  /** A streaming replica of that database, which the dashboard reads. */
  databaseReadUrl: string | undefined
  /** How far behind the replica may be and still be read. */
  databaseReadMaxLagSeconds: number
  /** How many connections answers may take at once, here and on the replica each. */
  databaseConnections: number
  publicUrl: string | undefined
  trustProxy: false | number | string
  secret: string | undefined
  ownerPassword: string | undefined
  logLevel: string
  /** What is set for vendors; whatever is not may be entered in the dashboard. */
  vendors: Record<EnteredVendor, VendorValues>
  crmBaseUrl: string
  metaBaseUrl: string
  /** The advert pixel of a site whose content names none. */
  pixelId: string | undefined
  /** Through which mail server alerts go out, and from whom. */
  smtp: { url: string; from: string } | undefined
  /** What whoever reads the metrics must bring; without it they are read on this machine alone. */
  metricsToken: string | undefined
  /** The country in which phone numbers without a country code are read. */
  defaultCountry: string
}

/** Reads the configuration from an environment, or throws a `ConfigProblem` that names the variable at fault. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  refuseQuotes(environment, variableNames)
  const parsed = Environment.safeParse(environment, { error: issueMessage })
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigProblem(`${issue?.path.join('.')} ${issue?.message}.`)
  }
  const values = parsed.data
  if (Boolean(values.GHL_TOKEN) !== Boolean(values.GHL_LOCATION_ID))
    throw new ConfigProblem(
      `${values.GHL_TOKEN ? 'GHL_LOCATION_ID' : 'GHL_TOKEN'} is missing: the CRM needs GHL_TOKEN and GHL_LOCATION_ID together.`,
    )
  if (values.VOICE_WEBHOOK_URL && !values.VOICE_WEBHOOK_SECRET)
    throw new ConfigProblem(
      'VOICE_WEBHOOK_SECRET is missing: what is sent to VOICE_WEBHOOK_URL is signed with it.',
    )
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const)
    if (values[name] && !values.DATABASE_URL)
      throw new ConfigProblem(
        `DATABASE_URL is missing: ${name} is another way to the database that it names.`,
      )
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    mediaDir: normalize(values.MEDIA_DIR ?? join(values.DATA_DIR, 'media')),
    backupDir: normalize(values.BACKUP_DIR ?? join(values.DATA_DIR, 'backups')),
    backupCopyDir: values.BACKUP_COPY_DIR,
    backupPassphrase: values.BACKUP_PASSPHRASE,
    backupStorage: readStorage(values),
    upgradeWithoutBackup: values.UPGRADE_WITHOUT_BACKUP,
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? values.DATABASE_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    databaseReadMaxLagSeconds: values.DATABASE_READ_MAX_LAG_SECONDS,
    databaseConnections: values.DATABASE_CONNECTIONS,
    publicUrl: values.PUBLIC_URL && new URL(values.PUBLIC_URL).origin,
    trustProxy: readTrustProxy(values.TRUST_PROXY),
    secret: values.SECRET,
    ownerPassword: values.OWNER_PASSWORD,
    logLevel: values.LOG_LEVEL,
    vendors: readVendors(values),
    crmBaseUrl: values.GHL_BASE_URL ?? 'https://services.leadconnectorhq.com',
    metaBaseUrl: values.META_BASE_URL ?? 'https://graph.facebook.com/v25.0',
    pixelId: values.META_PIXEL_ID,
    smtp: values.SMTP_URL
      ? { url: values.SMTP_URL, from: values.ALERT_FROM ?? senderIn(values.SMTP_URL) }
      : undefined,
    metricsToken: values.METRICS_TOKEN,
    defaultCountry: values.DEFAULT_COUNTRY,
  }
}

const storageVariables = ['ENDPOINT', 'BUCKET', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const

/** Where backups are copied to: everything that it takes, or nothing. */
function readStorage(values: z.output<typeof Environment>): StoragePlace | undefined {
  const {
    BACKUP_S3_ENDPOINT: endpoint,
    BACKUP_S3_BUCKET: bucket,
    BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = values
  if (endpoint && bucket && accessKeyId && secretAccessKey)
    return {
      ...{ endpoint: originOf(endpoint, bucket), bucket, accessKeyId, secretAccessKey },
      region: values.BACKUP_S3_REGION ?? regionOf(endpoint),
      prefix: values.BACKUP_S3_PREFIX ?? '',
    }
  if (!endpoint && !bucket && !accessKeyId && !secretAccessKey) return undefined
  const missing = storageVariables.find((name) => !values[`BACKUP_S3_${name}`]) ?? 'ENDPOINT'
  throw new ConfigProblem(
    `BACKUP_S3_${missing} is missing: copying backups takes BACKUP_S3_ENDPOINT, _BUCKET, _ACCESS_KEY_ID and _SECRET_ACCESS_KEY together.`,
  )
}

/** A storage's address; vendors show it with the bucket behind it, and anything else there would be left out unnoticed. */
function originOf(endpoint: string, bucket: string): string {
  const { origin, pathname, search, username } = new URL(endpoint)
  const path = pathname.replace(/^\/+|\/+$/g, '')
  if ((path === '' || path === bucket) && !search && !username) return origin
  throw new ConfigProblem(
    'BACKUP_S3_ENDPOINT must be the address alone, such as https://s3.eu-central-1.amazonaws.com.',
  )
}

/** What is set for each vendor, by the names of its values. */
function readVendors(values: Record<string, unknown>): Record<EnteredVendor, VendorValues> {
  const valuesOf = (vendor: EnteredVendor): VendorValues =>
    Object.fromEntries(
      vendorFields[vendor].flatMap(({ name, variable }) => {
        const value = values[variable]
        return typeof value === 'string' ? [[name, value]] : []
      }),
    )
  return {
    crm: valuesOf('crm'),
    typeform: valuesOf('typeform'),
    cal: valuesOf('cal'),
    stripe: valuesOf('stripe'),
    voice: valuesOf('voice'),
    meta: valuesOf('meta'),
    'meta-ads': valuesOf('meta-ads'),
  }
}

/** Most mail servers take only their own users as senders, so the user is the best guess. */
function senderIn(smtpUrl: string): string {
  const { username, hostname } = new URL(smtpUrl)
  const user = decodeURIComponent(username)
  return user.includes('@') ? user : `leadline@${hostname}`
}
