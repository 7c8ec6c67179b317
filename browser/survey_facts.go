package browser

// Survey is what a page offers and shows at one moment, shadow roots and frames
// of its own origin included.
type Survey struct {
	URL       string     `json:"url"`
	Title     string     `json:"title"`
	Controls  []Control  `json:"controls"`  // what can be acted on, in the order of the page; of large groups a few
	Dropped   int        `json:"dropped"`   // controls left out because they differ from others in their words only
	Forms     []Form     `json:"forms"`     // at most 50
	Scrollers []string   `json:"scrollers"` // paths of boxes that scroll by themselves
	Doors     []string   `json:"doors"`     // paths of frames that the page itself cannot see into; at most 8
	Tall      bool       `json:"tall"`      // the page is larger than the window
	Modal     bool       `json:"modal"`     // a dialog or popover lies over it
	Full      bool       `json:"full"`      // an element of it fills the screen
	Window    []string   `json:"window"`    // types that window, its navigation, document or body listen to
	Holds     []string   `json:"holds"`     // the keys that it says are to be held while something is pressed: "Control", "Shift"
	Twice     bool       `json:"twice"`     // it says that something is to be pressed twice
	Shortcuts []Shortcut `json:"shortcuts"` // that it names, where it listens to keys; at most 12
	Scripts   bool       `json:"scripts"`   // it has scripts
	Changes   int        `json:"changes"`   // grows with every change of the document that does not repeat itself
	Moving    bool       `json:"moving"`    // something moves on it for a while, and a script may wait for the end of that
	Refs      uint32     `json:"refs"`      // a sum of the addresses that its elements name
	Numbers   uint32     `json:"numbers"`   // a sum of those in its texts
	Mentions  []string   `json:"mentions"`  // what its texts put in quotes, commands that begin with a slash, codes and formulas; at most 4
	Acts      []uint32   `json:"acts"`      // marks of the controls that are drawn, and of what alerts, dialogs and tooltips say
	Chosen    []uint32   `json:"chosen"`    // marks of those that were chosen among others, such as a tab; one for all of many alike
	Texts     []uint32   `json:"texts"`     // marks of the texts and of plain links that are drawn, without what numbers and dates they hold
}

// Shortcut is one or more keys that the page names, as the Keys of a Gesture.
type Shortcut struct {
	Keys  string `json:"keys"`
	Words string `json:"words"` // that stand around it
}

// Control is something on the page that can be acted on. Paths are for Perform;
// they hold as long as the structure of the page around the control does.
type Control struct {
	Path      string   `json:"path"`
	Group     string   `json:"group"`  // equal for controls that differ in their words only
	Why       string   `json:"why"`    // "listener", "native", "role", "drag", "focusable", "pointer" or "delegated"
	Mark      uint32   `json:"mark"`   // equal for what looks the same in another place or state
	Under     string   `json:"under"`  // the headline of the part of the page that it is in and the words beside it, numbers left out
	Around    bool     `json:"around"` // it is in what is around the content of the page: its header, a navigation or its footer
	Label     string   `json:"label"`
	Words     string   `json:"words"` // all that may say what it does: texts, names, URLs
	Tag       string   `json:"tag"`
	Type      string   `json:"type"` // of a form control
	Role      string   `json:"role"` // as said by the page
	Href      string   `json:"href"` // as written
	Own       []string `json:"own"`  // events that it listens to itself
	Inherited []string `json:"inherited"`
	Visible   bool     `json:"visible"`
	Disabled  bool     `json:"disabled"`
	Editable  bool     `json:"editable"`
	Lists     bool     `json:"lists"`   // choices are taken from a list that opens at it, which the page draws
	Belongs   bool     `json:"belongs"` // a button of such a control, as to open its list
	Menu      bool     `json:"menu"`    // it says that a menu opens at it
	Aimed     bool     `json:"aimed"`   // the pointer was brought to it last
	Draggable bool     `json:"draggable"`
	Open      bool     `json:"open"`      // a summary whose details show
	Form      string   `json:"form"`      // path of its form; empty: it has none
	Options   int      `json:"options"`   // of a select
	Download  bool     `json:"download"`  // a link to a file
	Acts      bool     `json:"acts"`      // it opens or closes something without a script
	Interests bool     `json:"interests"` // something shows without a script once the pointer rests on it
	Slides    bool     `json:"slides"`    // the browser does not scroll all ways where it is touched
	Grabs     bool     `json:"grabs"`     // the pointer over it says that it may be pulled at
	Strip     bool     `json:"strip"`     // long, flat and without words: where along it is pressed may matter
	Button    bool     `json:"button"`    // it is a button or, by its class or id, called one
	Edges     bool     `json:"edges"`     // the pointer over it says that it is an edge of something, to be moved
	Resizes   bool     `json:"resizes"`   // it has a corner to be resized by
	Track     string   `json:"track"`     // path of what it may be moved along, such as the rail of a slider; empty: there is none
	Pane      string   `json:"pane"`      // path of what it may be moved about on, such as the map of a marker; empty: there is none
	Action    string   `json:"action"`    // formaction of a button
	Depicts   bool     `json:"depicts"`   // a large drawing: its label says what is to be seen on it
	Figures   []Share  `json:"figures"`   // of a canvas: where it shows something of one colour
	Places    []Place  `json:"places"`    // that what looks as if it could be moved may be carried to; at most 4
	Spare     bool     `json:"spare"`     // of a large group, beyond a first sample
	Frame     string   `json:"frame"`     // URL of the frame of another site that it lies in; empty: it is the page's own
	Control   string   `json:"control"`   // path of what a label stands for
	Field     *Field   `json:"field"`     // nil: it holds no value
}

// Place is a box beside the one that something lies in, and of the same kind.
type Place struct {
	Path  string `json:"path"`
	Words string `json:"words"` // all that may say what being put there would do
}

// Form is a form of the page.
type Form struct {
	Path    string  `json:"path"`
	Action  string  `json:"action"` // absolute
	Method  string  `json:"method"` // lower case
	Words   string  `json:"words"`  // all that may say what it is for
	About   string  `json:"about"`  // the same without the words of its buttons and links
	Fields  []Field `json:"fields"`
	Submits bool    `json:"submits"` // it has a button that sends it
	Listens bool    `json:"listens"` // its script wants to know when it is sent
	Visible bool    `json:"visible"`
	Around  bool    `json:"around"` // it is in what is around the content of the page
}

// Field is a control of a form that holds a value.
type Field struct {
	Path      string   `json:"path"`
	Form      string   `json:"form"` // path of its form; empty: it has none
	Type      string   `json:"type"`
	Name      string   `json:"name"`
	Label     string   `json:"label"`
	Sample    string   `json:"sample"` // its placeholder
	Words     string   `json:"words"`  // all that may say what is to be filled in
	Lists     bool     `json:"lists"`  // choices are taken from a list that opens at it, which the page draws
	Listed    string   `json:"listed"` // of a field that searches: a word of what is listed beside it
	Beside    string   `json:"beside"` // the words around it
	Auto      string   `json:"auto"`   // its autocomplete attribute
	Mode      string   `json:"mode"`   // its inputmode attribute
	Pattern   string   `json:"pattern"`
	Min       string   `json:"min"`
	Max       string   `json:"max"`
	Step      string   `json:"step"`
	MinLength int      `json:"minLength"` // -1: none
	MaxLength int      `json:"maxLength"` // -1: none
	Accept    string   `json:"accept"`
	Multiple  bool     `json:"multiple"` // it takes more than one file
	Options   []string `json:"options"`  // values of a select or of its datalist
	Value     string   `json:"value"`
	Checked   bool     `json:"checked"`
	Required  bool     `json:"required"`
	Fixed     bool     `json:"fixed"`   // disabled or read-only
	Refused   bool     `json:"refused"` // what it holds breaks a rule, of its own or of a script
}
