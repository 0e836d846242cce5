/** What a browser tells about itself with a call. */
export type ReportedDevice = {
  fingerprint?: string
  timezone?: string
  language?: string
  screenWidth?: number
  screenHeight?: number
  hardwareConcurrency?: number
  deviceMemory?: number
}

/** What a browser told about itself, and nothing else of its call. */
export const reportedDevice = (call: ReportedDevice): ReportedDevice => ({
  fingerprint: call.fingerprint,
  timezone: call.timezone,
  language: call.language,
  screenWidth: call.screenWidth,
  screenHeight: call.screenHeight,
  hardwareConcurrency: call.hardwareConcurrency,
  deviceMemory: call.deviceMemory,
})

/** A reported device as a visitor's columns. */
export type DeviceColumns = {
  fingerprint?: string | null
  timezone?: string | null
  language?: string | null
  screen_width?: number | null
  screen_height?: number | null
  hardware_concurrency?: number | null
  device_memory?: number | null
}

/** The columns of a report; what it leaves out stays as it was before. */
export const deviceColumns = (told: ReportedDevice, before?: DeviceColumns): DeviceColumns => ({
  fingerprint: told.fingerprint ?? before?.fingerprint,
  timezone: told.timezone ?? before?.timezone,
  language: told.language ?? before?.language,
  screen_width: whole(told.screenWidth) ?? before?.screen_width,
  screen_height: whole(told.screenHeight) ?? before?.screen_height,
  hardware_concurrency: whole(told.hardwareConcurrency) ?? before?.hardware_concurrency,
  device_memory: told.deviceMemory ?? before?.device_memory,
})

const whole = (value: number | undefined) => (value === undefined ? undefined : Math.round(value))
