import { group, list, prose, words } from './content-fields.ts'

const steps = (title: string, fallback: string[]) => list(title, words('Entry', '', 200), fallback, 6)

/** The help for visitors inside an app's own browser: how to go on in their real one. */
export const InAppHelp = group('Inside an app’s browser', {
  link: words('Link in the footer', 'Open in your browser', 40),
  title: words('Title', 'Open in your browser', 80),
  text: prose(
    'Text',
    'You are inside an app’s own browser. In your usual one the page stays where you can find it again, and it knows you when you come from here.',
    300,
  ),
  copy: words('Button that copies the link', 'Copy the link', 40),
  copied: words('After copying', 'Copied. The link works once, for 30 minutes.', 80),
  notCopied: words('When copying is not allowed', 'Press and hold the link to copy it:', 80),
  appleTitle: words('iPhone, heading', 'On an iPhone or iPad', 60),
  appleSteps: steps('iPhone, steps', [
    'Copy the link.',
    'Open Safari.',
    'Press and hold the address bar, then choose “Paste and Go”.',
  ]),
  androidTitle: words('Android, heading', 'On an Android phone', 60),
  androidSteps: steps('Android, steps', [
    'Copy the link.',
    'Open Chrome or your usual browser.',
    'Press and hold the address bar, choose “Paste”, then Go.',
  ]),
  menu: words(
    'Another way',
    'Or open this app’s ••• menu and choose “Open in browser”. It then does not know you yet.',
    160,
  ),
  close: words('Close button', 'Stay here', 40),
})
