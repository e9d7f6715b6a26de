import { useNavigate, useSearch } from '@tanstack/react-router'
import { AuditList } from '../features/activity/audit-list.tsx'

/** The audit log. */
export function AuditLogPage() {
  const address = useSearch({ from: '/shell/audit-log' })
  const navigate = useNavigate({ from: '/audit-log' })
  return (
    <AuditList
      address={address}
      onAddress={(change) => void navigate({ search: { ...address, ...change }, replace: true })}
    />
  )
}
