import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The format of the tables for training. */

const rowsOf = (folder: string): string[][] => {
  const url = new URL(`../../training/${folder}/`, import.meta.url)
  return readdirSync(url)
    .filter((name) => name.endsWith('.tsv'))
    .flatMap((name) => readFileSync(new URL(name, url), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => line.split('\t'))
}

const stances = 'done assisted basic learning wished interest others lapsed denied refused willing'.split(' ')

test('a line of a resume contains its thing, and its stance is one of eleven', () => {
  const rows = rowsOf('labelled/stance')
  expect(rows.length).toBeGreaterThan(6_000)
  const isWrong = ([language = '', stance = '', line = '', thing = '', ...more]: string[]): boolean =>
    !['zh', 'en'].includes(language) ||
    !stances.includes(stance) ||
    thing === '' ||
    !line.includes(thing) ||
    more.length > 0
  expect(rows.filter(isWrong)).toEqual([])
  for (const stance of stances) expect(rows.filter((row) => row[1] === stance).length).toBeGreaterThan(50)
})

const kinds = 'task tool method subject holding role soft condition'.split(' ')

test('a topic has an id, a kind and five cells of words', () => {
  const rows = rowsOf('knowledge')
  expect(new Set(rows.map(([id]) => id)).size).toBeGreaterThan(3_000)
  const isWrong = ([id = '', kind = '', ...cells]: string[]): boolean =>
    !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id) || !kinds.includes(kind) || cells.length !== 5
  expect(rows.filter(isWrong).map(([id, kind]) => [id, kind])).toEqual([])
})
