/** How the keys of all mails about a call begin, whoever they are to. */
export const keyOfCallMails = (uid: string): string => `booking:${uid}:`
