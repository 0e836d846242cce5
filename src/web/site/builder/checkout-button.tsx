import { useCheckout } from './use-checkout.ts'

/** Leads to the owner's checkout in a new tab, with what lets a payment find its person again. */
export function CheckoutButton(props: { checkout: string; label: string; isPreview?: boolean }) {
  const { checkout, label, isPreview = false } = props
  return (
    <a
      className="button secure"
      href={useCheckout(checkout, isPreview)}
      target="_blank"
      rel="noopener"
      data-checkout
    >
      {label}
    </a>
  )
}
