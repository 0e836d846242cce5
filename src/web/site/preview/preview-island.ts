import { answerForms } from './answer-forms.ts'

// Among the browser's tabs it must not be taken for the page itself.
document.title = `Preview: ${document.title}`
answerForms()
