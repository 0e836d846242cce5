import type { SiteContent } from '#contract/site-content.ts'

const updated = 'Last changed 5 January 2026'

/** The invented coach's terms and privacy policy; nobody's lawyer has seen them. */
export const coachPapers: Pick<
  Record<keyof SiteContent, { updated: string; text: string }>,
  'terms' | 'privacy'
> = {
  terms: {
    updated,
    text: `# Who you deal with
Wickett Works is {coach}, a one-person business in Oakland, California. Everything here is made, taught and answered by me.

# The free training
Watch it as often as you like and show it to a friend. Please do not put it online somewhere else.

# {program}
Three weeks, three Fridays, at most six founders. You pay before the first Friday, at once or in three parts. If your product is not online after the third, I go on with you without charge until it is, or you get your money back.

# What I cannot promise
That people buy. Some products found their customers within a week, some never did, and I tell you before we start which kind yours looks like to me.

# What you build is yours
The product, its name, its code and its customers belong to you. I ask before I show it to anybody.

# Questions
Write to {email}. I answer within two working days.`,
  },
  privacy: {
    updated,
    text: `# What I know of you
What you write into a form, what you tell me on a call, and which pages of this site your browser has opened, with the ad that brought you here.

# What I use it for
To answer you, to remind you of our call, and to find out which of my ads are worth their money. Our assistant phones you only if you ticked that it may.

# Who helps me
The companies that carry my email, my calendar, my payments and my ads get what they need for that. Nobody else does, and nothing is sold.

# How long
Page views for fourteen months. Your application and your calls until you ask me to delete them.

# If you would rather not be measured
Say no when the site asks, or switch on Global Privacy Control in your browser. Everything here works the same.

# What you can ask for
A copy of all of it, a correction, or that it is gone. One email to {email} is enough.`,
  },
}
