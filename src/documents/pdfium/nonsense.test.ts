import { expect, test } from 'vitest'
import { isNonsense } from './nonsense.ts'

const nonsense = (text: string) => isNonsense([Uint32Array.from(text, (each) => each.codePointAt(0) ?? 0)])

test('glyph codes that are read as letters are nonsense', () => {
  expect(nonsense("!\"# $ %% &'()'*#+,'# &$(! -./&+' ,# -$)0+1&'(&+(2'+'' &'0&3$'&#&(0++4! :;<=>")).toBe(true)
  expect(nonsense('÷wÿ õÚ_ß¥ Ôÿo_ ÷þ^}n{ïþÿ/ _^âý Þ}ïþ ÿuoÏè1 ß~õÚ_ß¥ÿÿåÿÕûRNuoV÷ÿþß¥ö}_÷ý_u')).toBe(true)
  expect(nonsense('냖篒⺵珸䋯⹠䄄爊䄳关䃸䄬重崷⵲乄└饟捙䖄䗤䇜䋛䌷䐓䤗䲃䵀䜩䢺⮇䄭䌋硍簊阻䊤䋞鳁䋟䁀㭔㱔')).toBe(
    true,
  )
})

test('text written by people is never taken for nonsense', () => {
  const texts = [
    'Führung von 23 Mitarbeitenden in drei Schichten, Qualitätssicherung für größere Übergänge',
    'Élève ingénieur à l’École supérieure, diplômé où l’été s’achève, très créé',
    'Þróaði hugbúnað fyrir sjúkrahús á Íslandi og bætti öryggi þess árið 2019',
    'const x = (a, b) => { return a[0] + b["k"] * 2 }; // if (x != y) { z += 1; }',
    '................................................ ★★★★☆ ●●●●○ | / - + = ~',
    '负责订单中台的架构设计与落地，支撑双11峰值每秒8.6万笔交易，全程零资损。㐂',
    '+44 7700 900123 | (0)20 7946 0958 | 12/2019 - 03/2021 | 99.99% | £8.4m | #1 of 40',
  ]
  for (const text of texts) expect(nonsense(text)).toBe(false)
})
