import type { MailProvider, MailSecurity } from '#contract/mail-server.ts'

/** What a coach needs to know to connect one provider's mail server. */
type ProviderGuide = {
  name: string
  host: string
  port: number
  security: MailSecurity
  /** What it is signed in with there; null where it is always `user`. */
  userLabel: string | null
  user: string
  passwordLabel: string
  /** Where the password is found, step by step. */
  steps: string[]
  note: string
}

/** The providers in the order in which they are offered. */
export const mailProviderGuides: Record<MailProvider, ProviderGuide> = {
  gmail: {
    name: 'Gmail or Google Workspace',
    host: 'smtp.gmail.com',
    port: 587,
    security: 'starttls',
    userLabel: 'Your Google address',
    user: '',
    passwordLabel: 'App password, 16 letters',
    steps: [
      'Open myaccount.google.com → Security and switch on 2-Step Verification, if it is off.',
      'Open myaccount.google.com/apppasswords, type any name and press Create.',
      'Copy the 16 letters into the field below. Your usual password does not work here.',
    ],
    note: 'Gmail sends up to 500 emails a day, Workspace up to 2,000. In a Workspace, an administrator can forbid app passwords.',
  },
  microsoft: {
    name: 'Microsoft 365',
    host: 'smtp.office365.com',
    port: 587,
    security: 'starttls',
    userLabel: 'Your Microsoft 365 address',
    user: '',
    passwordLabel: 'Password, or app password with two-step sign-in',
    steps: [
      'An administrator opens admin.microsoft.com → Users → your name → Mail → Manage email apps.',
      'There, Authenticated SMTP has to be ticked.',
      'Enter the address and its password below; with two-step sign-in, an app password.',
    ],
    note: 'From the end of December 2026 Microsoft switches this way off for most organizations; an administrator can switch it on again for a while. Outlook.com and Hotmail addresses cannot be used: take Brevo instead.',
  },
  zoho: {
    name: 'Zoho Mail',
    host: 'smtp.zoho.com',
    port: 465,
    security: 'tls',
    userLabel: 'Your Zoho address',
    user: '',
    passwordLabel: 'Password, or app password with two-step sign-in',
    steps: [
      'With two-step sign-in, open accounts.zoho.com → Security → App Passwords and generate one.',
      'If your account is in Europe or India, change the server below to smtp.zoho.eu or smtp.zoho.in.',
    ],
    note: 'The sender below must be this address, or another name of it at Zoho.',
  },
  brevo: {
    name: 'Brevo',
    host: 'smtp-relay.brevo.com',
    port: 587,
    security: 'starttls',
    userLabel: 'SMTP login',
    user: '',
    passwordLabel: 'SMTP key',
    steps: [
      'In Brevo, open Settings → SMTP & API → SMTP.',
      'Copy the login shown there, then generate an SMTP key and copy it.',
      'Under Senders & Domains, your own address has to be confirmed.',
    ],
    note: 'The free plan sends up to 300 emails a day.',
  },
  postmark: {
    name: 'Postmark',
    host: 'smtp.postmarkapp.com',
    port: 587,
    security: 'starttls',
    userLabel: null,
    user: 'token',
    passwordLabel: 'Server API token',
    steps: [
      'In Postmark, open your server → API Tokens and copy the server token.',
      'Under Sender Signatures, your own address or domain has to be confirmed.',
    ],
    note: 'A new account writes to your own domain only, until Postmark has approved it.',
  },
  ses: {
    name: 'Amazon SES',
    host: 'email-smtp.us-east-1.amazonaws.com',
    port: 587,
    security: 'starttls',
    userLabel: 'SMTP user name',
    user: '',
    passwordLabel: 'SMTP password',
    steps: [
      'In the SES console, open SMTP settings and create SMTP credentials. They are not the keys of your account.',
      'Change the region in the server below to yours.',
    ],
    note: 'A new account is in a sandbox: it writes to confirmed addresses only, 200 a day, until Amazon lifts it.',
  },
  mailgun: {
    name: 'Mailgun',
    host: 'smtp.mailgun.org',
    port: 587,
    security: 'starttls',
    userLabel: 'SMTP login',
    user: '',
    passwordLabel: 'SMTP password',
    steps: [
      'In Mailgun, open Send → Domains → your domain → SMTP credentials.',
      'Copy the login, and reset the password to see it.',
      'If your domain is in Europe, change the server below to smtp.eu.mailgun.org.',
    ],
    note: '',
  },
  sendgrid: {
    name: 'SendGrid',
    host: 'smtp.sendgrid.net',
    port: 587,
    security: 'starttls',
    userLabel: null,
    user: 'apikey',
    passwordLabel: 'API key (SG.…)',
    steps: [
      'In SendGrid, open Settings → API Keys and create one with access to Mail Send.',
      'Under Sender Authentication, your own address or domain has to be confirmed.',
    ],
    note: '',
  },
  other: {
    name: 'Another provider',
    host: '',
    port: 587,
    security: 'starttls',
    userLabel: 'User name, usually the whole address',
    user: '',
    passwordLabel: 'Password',
    steps: [
      'Look for “SMTP” or “outgoing mail” in your provider’s help: it names the server and the port.',
      'User name and password are usually those of your mailbox.',
    ],
    note: '',
  },
}

/** How the connection is kept from others’ eyes, in the words of providers’ help pages. */
export const securityLabels: Record<MailSecurity, string> = {
  starttls: 'STARTTLS (usual with port 587)',
  tls: 'SSL/TLS (usual with port 465)',
  none: 'None (on this machine only)',
}
