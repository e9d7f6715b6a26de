import { useNavigate, useSearch } from '@tanstack/react-router'
import { TemplateTabs } from '../features/marketplace/template-tabs.tsx'

/** The templates that come with the product, and those of the workspace. */
export function MarketplacesPage() {
  const address = useSearch({ from: '/shell/marketplaces' })
  const navigate = useNavigate({ from: '/marketplaces' })
  return (
    <TemplateTabs
      address={address}
      onAddress={(change) => void navigate({ search: { ...address, ...change }, replace: true })}
    />
  )
}
