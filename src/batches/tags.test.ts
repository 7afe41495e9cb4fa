import { describe, expect, test } from 'vitest'
import type { MatchData, RequirementFinding } from '../contract/index.ts'
import { matchNow } from '../engines/index.ts'
import { tagsOf } from './tags.ts'

const finding = (
  kind: string,
  status: RequirementFinding['status'],
  text: string,
  priority: RequirementFinding['priority'] = 'must',
): RequirementFinding => ({
  kind,
  status,
  text,
  priority,
  evidence: status === 'not_met' ? null : 'quoted resume',
  weight: 1,
  stated: status !== 'not_met',
})
const dataOf = (requirements: RequirementFinding[], keywords: string[] = []): MatchData => ({
  score: 50,
  strengths: ['quoted resume'],
  gaps: [],
  keywords,
  actions: [],
  recommendation: '',
  requirements,
  warnings: [],
  engine: { name: 'x', version: '1' },
})

describe('tags', () => {
  test('contain years, degree, met must-haves and one missing must-have', () => {
    const found = tagsOf(
      dataOf(
        [
          finding('years', 'met', '3-5 年以上后端开发经验'),
          finding('degree', 'met', '本科或硕士，计算机专业'),
          finding('skill', 'met', '熟练使用 Go、PostgreSQL'),
          finding('skill', 'met', '熟悉支付系统设计'),
          finding('skill', 'not_met', '熟悉 Kubernetes。'),
          finding('skill', 'not_met', '熟悉 Terraform'),
          finding('skill', 'met', '有开源项目', 'preferred'),
        ],
        ['Go', 'PostgreSQL'],
      ),
      'zh',
    )
    expect(found).toEqual({
      tags: ['3年以上经验', '本科学历达标', 'Go', 'PostgreSQL', '支付系统设计', '缺：Kubernetes'],
      shown: ['3年以上经验', '本科学历达标', 'Go', 'PostgreSQL', '支付系统设计'],
    })
  })
  test("name gaps, and don't claim partly met requirements", () => {
    const short = [finding('years', 'not_met', '5年以上经验'), finding('degree', 'not_met', '硕士及以上学历')]
    expect(tagsOf(dataOf(short), 'zh')).toEqual({ tags: ['经验不足5年', '未见硕士学历'], shown: [] })
    const partly = short.map((each): RequirementFinding => ({ ...each, status: 'partly' }))
    expect(tagsOf(dataOf(partly), 'zh').tags).toEqual([])
    const both = [finding('degree', 'not_met', '本科及以上，3年以上经验')]
    expect(tagsOf(dataOf(both), 'zh').tags).toEqual([])
  })
  test('are in the language of the job', () => {
    const found = tagsOf(
      dataOf([
        finding('years', 'met', '5+ years of backend experience'),
        finding('degree', 'met', "Bachelor's degree in Computer Science"),
        finding('certificate', 'not_met', 'AWS certification'),
      ]),
      'en',
    )
    expect(found.tags).toEqual(['5+ years of experience', "degree: bachelor's", 'missing: AWS certification'])
  })
  test('find a term as a word, not inside another word', () => {
    const good = [finding('language', 'met', 'Good command of Java+ and English')]
    expect(tagsOf(dataOf(good, ['Go', 'Java', 'English']), 'en').tags).toEqual(['English'])
  })
  test('are few and short, and contain no text of the resume', () => {
    const many = Array.from({ length: 30 }, (_, index) =>
      finding(
        'skill',
        index % 2 === 0 ? 'met' : 'not_met',
        `能够独立完成第 ${index} 种非常冗长的系统架构设计与研发工作`,
      ),
    )
    const { tags } = tagsOf(dataOf(many), 'zh')
    expect(tags.length).toBeLessThanOrEqual(6)
    for (const tag of tags) {
      expect([...tag].length).toBeLessThanOrEqual(30)
      expect(tag).not.toContain('quoted')
    }
  })
  test('can be made from a real match', () => {
    const { data } = matchNow(
      {
        resumeText:
          '王小明\n2018.07-至今 某某科技 后端工程师\n使用 Go 与 PostgreSQL 开发支付系统\n2014.09-2018.06 某大学 计算机 本科',
        jdText:
          '后端工程师\n任职要求：\n1. 本科及以上学历\n2. 3 年以上后端开发经验\n3. 熟练使用 Go\n4. 熟悉 Kubernetes',
      },
      new Date('2026-11-21'),
    )
    expect(tagsOf(data, 'zh').tags).toEqual(['3年以上经验', '本科学历达标', 'Go', '缺：Kubernetes'])
  })
})
