import type { ResourceType, VideoType } from './portal-item-types.ts'

type VideoStart = { type: VideoType; title: string; description: string; duration?: string }
type ResourceStart = { type: ResourceType; title: string; description: string }

/** What a week of the portal says before the owner has changed it. */
export type WeekStart = {
  id: string
  label: string
  title: string
  wraps: boolean
  videos: VideoStart[]
  resources: ResourceStart[]
  steps: string[]
  tipTitle: string
  tip: string
}

const ofTheSession: ResourceStart[] = [
  {
    type: 'document',
    title: 'Study guide',
    description: 'The week in six pages, with room for your own answers.',
  },
  {
    type: 'document',
    title: 'Session transcript',
    description: 'Every word of the live session, to search and to quote.',
  },
  { type: 'audio', title: 'Audio version', description: 'The session to listen to on a walk or a drive.' },
  { type: 'presentation', title: 'Slide deck', description: 'All slides of the session.' },
]

/** The portal’s weeks as they stand before the owner has changed anything (docs/spec.md, 'The portal'). */
export const weekStarts: WeekStart[] = [
  {
    id: 'week1',
    label: 'Week 1',
    title: 'Idea Extraction & Validation',
    wraps: true,
    videos: [
      {
        type: 'replay',
        title: 'Week 1 live session',
        description: 'The whole first session: where good ideas hide in your own working life.',
      },
      {
        type: 'module',
        title: 'The idea you already have',
        description: 'Five questions that turn what annoys you every week into a product somebody wants.',
      },
      {
        type: 'tutorial',
        title: 'Test it before you build it',
        description: 'One page, ten conversations, one price: how to hear a yes that counts.',
      },
      {
        type: 'marketing',
        title: 'Say it so that people lean in',
        description: 'One sentence for one kind of customer, and the first places to say it.',
      },
    ],
    resources: [...ofTheSession],
    steps: [
      'Watch the live session once, without stopping.',
      'Write down three ideas with the study guide beside you.',
      'Pick one and put it to ten people this week.',
      'Rewrite your one sentence with the words they used.',
    ],
    tipTitle: 'Talk before you build',
    tip: 'Ten honest conversations teach more than a month of building. If nobody asks when they can have it, change the idea, not the pitch.',
  },
  {
    id: 'week2',
    label: 'Week 2',
    title: 'Tools & Implementation',
    wraps: true,
    videos: [
      {
        type: 'replay',
        title: 'Week 2 live session',
        description: 'From an empty screen to a working first version, in one sitting.',
        duration: '2h15m',
      },
      {
        type: 'tutorial',
        title: 'Tool breakdown',
        description: 'Which tool does what, what each costs, and the three you need to start.',
        duration: '45m',
      },
      {
        type: 'module',
        title: 'Platform deep dive',
        description: 'How the building platform thinks, and how to ask it for exactly what you mean.',
        duration: '38m',
      },
      {
        type: 'practical',
        title: 'Practical troubleshooting session',
        description: 'Real projects that got stuck, and how each one got going again.',
        duration: '1h12m',
      },
    ],
    resources: [
      {
        type: 'document',
        title: 'Tool setup guide',
        description: 'Accounts, settings and costs, step by step.',
      },
      ...ofTheSession.slice(1),
    ],
    steps: [
      'Set up the three tools before you watch the session.',
      'Build along with the replay; pause it whenever you like.',
      'Watch the deep dive when you can say what is missing.',
      'Stuck? Look for your case in the troubleshooting session.',
    ],
    tipTitle: 'One change at a time',
    tip: 'Ask for one thing, look at the result, then ask for the next. Three requests in one sentence leave three places to look for the mistake.',
  },
  {
    id: 'week3',
    label: 'Week 3',
    title: 'Implementation & Systems',
    wraps: false,
    videos: [
      {
        type: 'replay',
        title: 'Week 3 live session',
        description: 'What runs by itself, what needs you, and how to tell the two apart.',
      },
      {
        type: 'intro',
        title: 'Introduction to systems',
        description: 'Why a product that works is only half of a business that does.',
      },
      {
        type: 'checklist',
        title: 'The launch checklist',
        description: 'Everything to look at before the first stranger does.',
      },
      {
        type: 'strategy',
        title: 'Product-launch sites, a deep dive',
        description: 'How a launch day works, what to prepare, and what to do in the hours after.',
      },
      {
        type: 'casestudy',
        title: 'Community-forum case studies',
        description: 'Four products that found their first customers in a forum, post by post.',
      },
    ],
    resources: [
      ...ofTheSession,
      { type: 'document', title: 'Launch checklist', description: 'To print and tick off.' },
      {
        type: 'document',
        title: 'Launch-day planner',
        description: 'The day hour by hour, with the texts to prepare.',
      },
      {
        type: 'document',
        title: 'Forum case notes',
        description: 'The posts from the case studies, with remarks.',
      },
    ],
    steps: [
      'Start with the introduction, then the live session.',
      'Go through the checklist with your own product open.',
      'Choose one launch site and one forum, not five.',
      'Write your first post, then sleep on it.',
    ],
    tipTitle: 'Launch small, on purpose',
    tip: 'A launch is a rehearsal you can repeat. Show it to thirty people, fix what trips them up, then show it to three hundred.',
  },
  {
    id: 'week4',
    label: 'Week 4',
    title: 'Growth & Scale',
    wraps: true,
    videos: [
      {
        type: 'replay',
        title: 'Week 4 live session',
        description: 'From first customers to a business that no longer waits for you.',
      },
      {
        type: 'pricing',
        title: 'Pricing tiers',
        description: 'Three prices, who each one is for, and the one you want most people to choose.',
        duration: '45m',
      },
      {
        type: 'sales',
        title: 'High-ticket sales',
        description: 'A calm conversation about a large number: how it starts, turns and ends.',
        duration: '38m',
      },
      {
        type: 'exit',
        title: 'Selling the business',
        description: 'What a buyer looks at, and how to build so that there is something to buy.',
        duration: '52m',
      },
    ],
    resources: [...ofTheSession],
    steps: [
      'Watch the live session with your numbers at hand.',
      'Set your three prices while the pricing video runs.',
      'Have one sales conversation before the next video.',
      'Note what a buyer would miss today, and plan to add it.',
    ],
    tipTitle: 'Raise the price once',
    tip: 'If nobody has ever said it is too expensive, it is too cheap. Raise it for the next customer only, and listen.',
  },
]
