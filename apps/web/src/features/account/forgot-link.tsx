import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'

/** Leads to where a link for a new password is asked for, and takes the address along that was typed already. */
export function ForgotLink({ email, label }: { email: string; label: string }) {
  return (
    <Anchor
      className="account-link"
      renderRoot={(props) => <Link to="/forgot-password" search={email === '' ? {} : { email }} {...props} />}
    >
      {label}
    </Anchor>
  )
}
