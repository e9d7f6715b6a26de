import { leadingAway } from '@runnel/contract/testing'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { OutsideLink } from './outside-link.tsx'
import { OwnLink } from './own-link.tsx'

beforeAll(() => {
  vi.stubGlobal('window', { location: { origin: 'https://runnel.example' } })
  return () => vi.unstubAllGlobals()
})

describe('a link to another site', () => {
  const draw = (address: string) => renderToStaticMarkup(<OutsideLink address={address}>x</OutsideLink>)

  test.each(['https://evil.example/', 'http://evil.example/', 'mailto:a@b.example'])(
    '%s opens beside the page, which it is told nothing of',
    (address) => {
      expect(draw(address)).toBe(
        `<a href="${address}" target="_blank" rel="noopener noreferrer nofollow">x</a>`,
      )
    },
  )

  test.each(['/tools', '', ...leadingAway.filter((each) => !/^https?:/i.test(each))])(
    '%j is none, and stays text',
    (address) => {
      expect(draw(address)).toBe('<span>x</span>')
    },
  )
})

describe('a link to what our server gives', () => {
  const draw = (address: string, download?: string) =>
    renderToStaticMarkup(
      <OwnLink address={address} {...(download === undefined ? {} : { download })}>
        x
      </OwnLink>,
    )

  test('opens beside the page, or is saved', () => {
    expect(draw('/api/v1/a?b=c')).toBe(
      '<a href="/api/v1/a?b=c" target="_blank" rel="noopener noreferrer">x</a>',
    )
    expect(draw('/api/v1/a', 'a.txt')).toBe('<a href="/api/v1/a" download="a.txt">x</a>')
    expect(draw('data:image/png;base64,AA==', 'a.png')).toContain('href="data:image/png')
  })

  test.each([...leadingAway, 'data:image/svg+xml;base64,AA==', 'data:text/html;base64,AA=='])(
    '%j is none, and stays text',
    (address) => {
      expect([draw(address), draw(address, 'a')]).toEqual(['<span>x</span>', '<span>x</span>'])
    },
  )

  test('a picture is saved, and not opened', () => {
    expect(draw('data:image/png;base64,AA==')).toBe('<span>x</span>')
  })
})
