import { useParams } from '@tanstack/react-router'
import { TemplatePreview } from '../features/marketplace/template-preview.tsx'

/** One template, to be looked at before it is used. */
export function TemplatePage() {
  const { id = '' } = useParams({ strict: false })
  return <TemplatePreview key={id} id={id} />
}
