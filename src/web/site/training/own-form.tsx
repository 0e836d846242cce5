import type { ApplicationFormProps } from '#web/site/application/application-props.ts'
import { StepForm } from '#web/site/application/step-form.tsx'

/** The form of our own as it stands in the dialog. */
export function OwnForm(props: ApplicationFormProps) {
  return (
    <div className="application-own">
      <StepForm {...props} />
    </div>
  )
}
