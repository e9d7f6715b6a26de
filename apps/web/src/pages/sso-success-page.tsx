import { useSearch } from '@tanstack/react-router'
import { SsoArrival } from '../features/account/sso-arrival.tsx'

/** Where a provider of sign-ins sends a person back. */
export function SsoSuccessPage() {
  const { token, from } = useSearch({ from: '/sso-success' })
  return <SsoArrival token={token} from={from} />
}
