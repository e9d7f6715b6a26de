import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

/** Names the tab after the page and the product as long as the page is shown; undefined leaves the name that it has. */
export function usePageTitle(title: string | undefined): void {
  const { t } = useTranslation('shell')
  const product = t('productName')
  useEffect(() => {
    if (title === undefined) return
    document.title = title.includes(product) ? title : `${title} · ${product}`
    return () => {
      document.title = product
    }
  }, [title, product])
}
