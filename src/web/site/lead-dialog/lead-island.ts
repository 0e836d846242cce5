import '#web/site/browser/clean-address.ts'
import { startLeadDialog } from './lead-dialog-script.ts'

startLeadDialog()
