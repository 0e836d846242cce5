import { addressOfFunction } from './address-of-function.ts'
import { applyAll } from './apply-all.ts'
import { recordTrackingFunction } from './record-tracking-function.ts'
import { againOfFunction, againSumFunction } from './returning-functions.ts'

/** The functions that tables, indexes and statements call. What they read comes with later files. */
export const up = applyAll([addressOfFunction, againOfFunction, againSumFunction, recordTrackingFunction])
