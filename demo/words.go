package demo

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// scribe writes the sites' texts from small word lists.
type scribe struct{ *rand.Rand }

// pick returns one of the words that stand between commas in list.
func (s scribe) pick(list string) string {
	words := strings.Split(list, ",")
	return words[s.IntN(len(words))]
}

// nickname makes a name for a member of a community, the most of them Chinese.
func (s scribe) nickname() string {
	if s.IntN(4) == 0 {
		return s.pick(adjectivesEN) + " " + s.pick(nounsEN)
	}
	return s.pick(adjectivesZH) + s.pick(nounsZH)
}

// remark makes one or two short sentences, some with characters that HTML and
// JSON must escape.
func (s scribe) remark() string {
	if s.IntN(4) == 0 {
		return s.sentenceEN() + s.pick(tailsEN)
	}
	return s.sentenceZH() + s.pick(tailsZH)
}

func (s scribe) sentenceZH() string {
	return s.pick(whenZH) + s.pick(whereZH) + s.pick(deedsZH) + "，" + s.pick(moodsZH) + "。"
}

func (s scribe) sentenceEN() string {
	return fmt.Sprintf("%s I %s %s.", s.pick(whenEN), s.pick(deedsEN), s.pick(whereEN))
}

// paragraph makes n sentences of one language. Its characters all exist in GBK.
func (s scribe) paragraph(n int) string {
	var b strings.Builder
	english := s.IntN(5) == 0
	for i := range n {
		switch {
		case !english:
			b.WriteString(s.sentenceZH())
		case i > 0:
			b.WriteString(" " + s.sentenceEN())
		default:
			b.WriteString(s.sentenceEN())
		}
	}
	return b.String()
}

// headline makes the title of an article.
func (s scribe) headline() string {
	if s.IntN(5) == 0 {
		return "Notes on the " + strings.ToLower(s.pick(adjectivesEN)+" "+s.pick(nounsEN))
	}
	return s.pick(whereZH) + "的" + s.pick(nounsZH) + s.pick("：,，") + s.pick(deedsZH)
}

const (
	adjectivesZH = "安静的,早起的,慢吞吞的,爱笑的,圆圆的,远方的,蓝色的,会飞的,认真的,迷路的,晴天的,第七棵"
	nounsZH      = "松树,小鹿,石头,云朵,灯塔,土豆,帆船,橘子,刺猬,风铃,银杏,鲸鱼,书签,自行车"
	whenZH       = "今天早上,昨天晚上,午饭以后,下班路上,周末,下雨的时候,刚才,天黑以前"
	whereZH      = "在图书馆,在河边,在阳台上,在地铁站,在山脚下,在操场,在厨房,在老街,在车站"
	deedsZH      = "读完了一本旧书,拍到了彩虹,学会了做汤,修好了台灯,遇见了一只猫,画了一张地图,种下了几颗种子,跑了五公里,听了一下午的雨"
	moodsZH      = "心情不错,有点累但是值得,想再来一次,时间过得真快,忘了带伞,顺便买了水果,下次早点出发,比想的要难"
	tailsZH      = ",,,,哈哈,～,🙂,“真的”,（3 < 5 & 5 > 3）"

	adjectivesEN = "Quiet,Early,Slow,Round,Distant,Blue,Patient,Sunny,Seventh,Curious,Gentle,Brave"
	nounsEN      = "Maple,Fox,Pebble,Cloud,Lantern,Potato,Kite,Otter,Hedgehog,Compass,Heron,Bicycle"
	whenEN       = "This morning,Last night,After lunch,On the way home,At the weekend,While it rained,Just now"
	deedsEN      = "read an old book,took a picture of a rainbow,learned to cook soup,mended a lamp,met a cat,drew a map,ran five kilometres,listened to the rain"
	whereEN      = "in the library,by the river,on the balcony,at the station,below the hill,in the kitchen,in the old street"
	tailsEN      = ",,,, :-), Nice & easy., \"Really\"., 3 < 5."
)
