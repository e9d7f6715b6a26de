import { defineNode } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

/** Presentations of PowerPoint by their slides. */
export const microsoftPowerpoint = defineNode({
  definition: loaderDefinition({
    name: 'microsoftPowerpoint',
    label: 'Microsoft PowerPoint',
    version: 1,
    icon: 'IconFileTypePpt',
    description: 'The text of PowerPoint presentations, slide by slide',
    differs: 'Files of the old format of Office (.ppt) are refused: save them as .pptx first.',
    source: [{ label: 'PowerPoint File', name: 'powerpointFile', type: 'file', fileType: '.pptx, .ppt' }],
  }),
  provides: provideLoader(async () => (await import('./load.ts')).loadPresentations),
})
