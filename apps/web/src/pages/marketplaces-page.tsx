import { useNavigate, useSearch } from '@tanstack/react-router'
import { TemplateList } from '../features/marketplace/template-list.tsx'

/** The templates that come with the product. */
export function MarketplacesPage() {
  const address = useSearch({ from: '/shell/marketplaces' })
  const navigate = useNavigate({ from: '/marketplaces' })
  return (
    <TemplateList
      address={address}
      onAddress={(change) => void navigate({ search: { ...address, ...change }, replace: true })}
    />
  )
}
