// Package demo serves practice sites to learn and test crawling on.
//
// Everything that they contain follows from a seed and nothing in them is real.
// For each site /_truth/SITE.json tells, from the data and not from the pages,
// what a complete crawl finds now; times are RFC 3339 in UTC, names snake_case.
// robots.txt allows all but /private/ and /*/private/; each site links to one
// such page, which has an element #forbidden. Pages show times in UTC.
//
// # /renren: a community behind a login
//
// The account is practice@example.com with the password practice-2026; see also
// [Sites.Secrets]. Pages redirect (302) strangers to /renren/login?next=…; AJAX
// answers them 401.
//
//	/renren/login            #login-form: #email, #password, #login-submit, hidden csrf
//	                         #captcha, #captcha-image, #captcha-refresh: after a refused login,
//	                         or always with ?captcha=1, which the form keeps
//	                         #error-captcha, #error-login; #error-form (status 403): wrong CSRF token
//	/renren/captcha.png?…    a new picture each time; 4 or 5 of 34679ACDEFHJKMNPRTWXY, any case, one try
//	/renren/home             #home, a#my-profile, a#logout (GET /renren/logout, in every header)
//	/renren/profile?id=N     #profile: .name, .gender, .city, .birthday (1990-05-14); data-uid appears when filled
//	                         #friends > li.friend[data-uid], no links; data-total appears when filled
//	                         #statuses > .status-page[data-more=true|false] > .status[data-id]:
//	                         .text, time[datetime], button.show-comments[data-count] (disabled at 0 and once clicked),
//	                         .comments > li.comment[data-id][data-uid]: .author, .text, time[datetime]
//	                         button#more: hidden before the first page of statuses, gone after the last
//	                         script variable XN = {owner, requestToken, rtk}
//
// What the scripts ask for; the last two answer 403 without the tokens of XN:
//
//	GET  /renren/profile.json?id=N   {id, name, gender, city, birthday}
//	GET  /renren/friends.json?id=N   {friends: [{uid, name}]}
//	GET  /renren/status?id=N&__view=async-html&curpage=P&requestToken=T&_rtk=R
//	     HTML of 20 statuses, newest first; P counts from 0, at most 9 pages (the newest 180)
//	POST /renren/feedcommentretrieve.do   doingId (status), owner, requestToken, _rtk
//	     {comments: [{id, author, name, text, time}]}
//
// Truth: users [{id, name, gender, city, birthday}], statuses [{id, user, text,
// time, comment_count}], comments [{id, status, author, author_name, text, time}],
// friends [{user, friend}], each friendship from both sides.
//
// # /shop: lists that grow
//
//	/shop/                a.category
//	/shop/c/SLUG          #products[data-total] > li > a.card[data-sku], 12 more when #end comes into view;
//	                      #end then says 没有更多了
//	/shop/p/SKU           #product[data-sku]: .name, .stock, table.specs, .price (by script: ¥1,299.00);
//	                      script[type="application/ld+json"]: Product
//	/shop/api/products?category=SLUG&offset=N   {total, products: [{sku, name, url}]}
//	/shop/api/price?sku=SKU                     {sku, price, currency}
//
// Truth: products [{sku, name, brand, category, price, currency, availability,
// rating, rating_count, specs}]; a rating of 0 means none, and no aggregateRating.
//
// # /articles: numbered pages
//
//	/articles/                  ul#articles a (the latest 20), a[rel=tag]
//	/articles/tag/TAG           the same for one tag
//	/articles/article/N.htm     N = 80000 to 80120, a fifth 404; #article[data-id]: .title, .author, .date,
//	                            .body > p, a[rel=tag]; a[rel=prev], a[rel=next]
//
// Half of the articles are in GBK and half in UTF-8, half of either say so in
// Content-Type and half in a meta element. Dates are like 2026年3月2日,
// 2026年3月2日 10:00, 2026-03-02 10:00, 2026/03/02, March 2, 2026 or
// 2 Mar 2026 10:00. After [Config.Redesign] articles, shown to anybody, the pages
// name the desk (编辑部) as .author, and a script puts the author there.
//
// Truth: articles [{id, title, author, date, tags, paragraphs, charset}] and
// missing, a list of numbers.
//
// # /people: questions and answers
//
//	/people/                   a#start
//	/people/SLUG               script#js-initialData: {initialState: {entities: {users: {SLUG: {urlToken, name,
//	                           headline, gender, location, answerCount, followerCount, followingCount}}}}, slug}
//	                           by script: #member: .name, .headline, .location, .answers, a.followers, a.following
//	/people/SLUG/followers     #members[data-total] > li.member[data-slug]: a.name, .headline; 20 more by a click on
//	                           button#load-more or when it comes into view; it is gone at the end
//	/people/SLUG/following     the same
//	/people/api/members/SLUG/followers?offset=N&limit=20   {paging: {is_end, next, totals}, data: […]}
//	/people/api/members/SLUG/following?offset=N&limit=20   the same
//
// All members can be reached from #start by followers alone and by following
// alone. Truth: members [{slug, name, headline, gender, location, answer_count,
// follower_count, following_count}], follows [{follower, followee}].
//
// # /spa: one page, many routes
//
//	/spa/                #items a.item-link to /spa/item/N, N = 1 to 20 (history API); /spa/about: #about
//	/spa/hash#/          the same to #/item/N, N = 21 to 30 (hash routes)
//	an item              #item[data-id]: .title, .text; an unknown route: #missing
//	/spa/api/items?section=history|hash   {items: [{id, title}]}
//	/spa/api/items/N                      {id, title, text}
//
// Truth: items [{id, section, path, title, text}].
//
// # /delayed: content after ten seconds
//
//	/delayed             #waiting at first, after 10 s #notes > article.note[data-id]: h2, p
//	/delayed/notes.json  {notes: [{id, title, text}]}
//
// Truth: notes [{id, title, text}].
package demo
