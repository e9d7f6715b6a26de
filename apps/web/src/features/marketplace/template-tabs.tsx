import { Tabs } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { MarketplaceAddress } from '../../app/list-address.ts'
import { useIsShown } from '../../session/use-viewer.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { OwnTemplateList } from './own-template-list.tsx'
import { TemplateList } from './template-list.tsx'
import type { ChangeAddress } from './template-tools.tsx'

interface TemplateTabsProps {
  address: MarketplaceAddress
  onAddress: ChangeAddress
}

/** The templates that come with the product, and those of the workspace: as many tabs as the person may see. */
export function TemplateTabs({ address, onAddress }: TemplateTabsProps) {
  const { t } = useTranslation('marketplace')
  const seesBrought = useIsShown({ permission: 'templates:marketplace' })
  const seesOwn = useIsShown({ permission: 'templates:custom' })
  const isOwn = seesOwn && (address.tab === 'own' || !seesBrought)
  const list = isOwn ? (
    <OwnTemplateList address={address} onAddress={onAddress} />
  ) : (
    <TemplateList address={address} onAddress={onAddress} />
  )
  const choose = (tab: string | null) =>
    onAddress({ tab: tab === 'own' ? 'own' : undefined, q: undefined, usecase: undefined })
  return (
    <>
      <PageHead title={t('title')} text={t('text')} />
      {seesBrought && seesOwn ? (
        <Tabs value={isOwn ? 'own' : 'brought'} onChange={choose} keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="brought">{t('tabs.brought')}</Tabs.Tab>
            <Tabs.Tab value="own">{t('tabs.own')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value={isOwn ? 'own' : 'brought'}>{list}</Tabs.Panel>
        </Tabs>
      ) : (
        list
      )}
    </>
  )
}
