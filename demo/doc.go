// Package demo serves practice sites to learn and test crawling on.
package demo
