import { useNavigate, useSearch } from '@tanstack/react-router'
import { LoginActivityList } from '../features/activity/login-activity-list.tsx'

/** The list of sign-ins. */
export function LoginActivityPage() {
  const address = useSearch({ from: '/shell/login-activity' })
  const navigate = useNavigate({ from: '/login-activity' })
  return (
    <LoginActivityList
      address={address}
      onAddress={(change) => void navigate({ search: { ...address, ...change }, replace: true })}
    />
  )
}
